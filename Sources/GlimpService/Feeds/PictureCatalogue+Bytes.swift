import GlimpDomain

extension PictureCatalogue {
    /// What all of them are.
    package static let mime = "image/png"

    /// The bytes of a predefined picture; nil: there is none of that name.
    package static func bytes(of name: String) -> [UInt8]? { pictures[name] }

    /// Part of the program: there is no file that could be missing beside it.
    private static let pictures: [String: [UInt8]] = [
        "balloon": PackageResources.balloon_png,
        "cat": PackageResources.cat_png,
        "coffee": PackageResources.coffee_png,
        "dog": PackageResources.dog_png,
        "mountain": PackageResources.mountain_png,
        "rocket": PackageResources.rocket_png,
        "sailboat": PackageResources.sailboat_png,
        "sunset": PackageResources.sunset_png,
    ]
}
