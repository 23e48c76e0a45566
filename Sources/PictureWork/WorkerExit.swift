/// How `glimp-media-worker` ends when its output could not be written, which is not the picture's fault.
package enum WorkerExit {
    package static let notWritten: Int32 = 74
    package static let diskFull: Int32 = 75
}
