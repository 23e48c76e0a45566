/// How a worker ends for what is not the picture's fault.
package enum WorkerExit {
    /// Its arguments are none of this version's.
    package static let usage: Int32 = 64
    /// It could not confine itself, or its library does not start.
    package static let notStarted: Int32 = 71
    /// Its output could not be written.
    package static let notWritten: Int32 = 74
    package static let diskFull: Int32 = 75
}
