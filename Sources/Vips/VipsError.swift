/// Why libvips did not do it.
public enum VipsError: Error {
    /// It could not: the picture is damaged, or there is not enough memory. Its own words are for nobody.
    case failed
    /// Its output could not be written: an errno, `EFBIG` when it is more than it may be.
    case notWritten(Int32)
}
