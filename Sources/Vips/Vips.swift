public import CVips

/// libvips, set up for files of strangers.
public enum Vips {
    /// Once a process, before anything else.
    public static func start() throws(VipsError) {
        guard cvips_start() == 0 else { throw .failed }
    }

    /// Whether this libvips reads a format: HEIC comes with packages of its own in places.
    public static func reads(_ format: CVipsFormat) -> Bool { cvips_reads(format) != 0 }
}
