import Foundation

/// The programs of libvips, run as anybody would.
enum VipsPrograms {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = FileHandle.standardError
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) \(arguments.joined(separator: " ")) failed: is it installed?")
        }
    }

    /// A JPEG of 3264 × 2448 pixels with shapes, detail and noise, about as large as a camera's.
    static func makePhoto(in directory: String) throws -> String {
        func path(_ name: String) -> String { "\(directory)/\(name).v" }
        let size = ["3264", "2448"]
        for (name, cell, scale, mean) in [
            ("shapes", "256", "90", "128"), ("detail", "32", "40", "0"), ("grain", "7", "15", "0"),
        ] {
            try run("vips", ["perlin", path("raw")] + size + ["--cell-size", cell])
            try run("vips", ["linear", path("raw"), path(name), scale, mean])
        }
        try run("vips", ["gaussnoise", path("noise")] + size + ["--sigma", "8", "--mean", "0"])
        try run("vips", ["add", path("shapes"), path("detail"), path("red")])
        try run("vips", ["add", path("red"), path("noise"), path("green")])
        try run("vips", ["add", path("shapes"), path("grain"), path("blue")])
        let bands = ["red", "green", "blue"].map(path).joined(separator: " ")
        try run("vips", ["bandjoin", bands, path("joined")])
        try run("vips", ["cast", path("joined"), path("bytes"), "uchar"])
        try run("vips", ["copy", path("bytes"), path("photo"), "--interpretation", "srgb"])
        let photo = "\(directory)/photo.jpg"
        try run("vips", ["jpegsave", path("photo"), photo, "--Q", "90", "--subsample-mode", "on"])
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name.hasSuffix(".v") {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
        return photo
    }
}
