public import CVips

/// libvips, set up for files of strangers.
public enum Vips {
    /// Once a process, before anything else.
    /// - Parameter loadsModules: whether formats are wanted that libvips brings in modules of their own, which takes
    ///   time: HEIC in places.
    public static func start(loadsModules: Bool) throws(VipsError) {
        guard cvips_start(loadsModules ? 1 : 0) == 0 else { throw .failed }
    }

    /// Whether this libvips reads a format: HEIC comes with packages of its own in places.
    public static func reads(_ format: CVipsFormat) -> Bool { cvips_reads(format) != 0 }
}
