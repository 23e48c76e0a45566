/// The predefined pictures that anybody can post, by name. Their bytes are the service's; events name them.
///
/// A name stays in it for good: snaps that show it stay too.
public enum PictureCatalogue {
    public static let names = ["balloon", "cat", "coffee", "dog", "mountain", "rocket", "sailboat", "sunset"]
}
