/// Somebody who lives in the town.
struct Person: Sendable {
    let username: String
    let displayName: String

    static let all = [
        Person("ada", "Ada Lindqvist"), Person("bo", "Bo Okafor"), Person("carla", "Carla Mendes"),
        Person("dov", "Dov Rosen"), Person("eun", "Eun-ji Park"), Person("finn", "Finn O’Hara"),
        Person("greta", "Greta Vogel"), Person("hana", "Hana Kovář"), Person("ivo", "Ivo Petrov"),
        Person("june", "June Whitaker"), Person("kofi", "Kofi Mensah"), Person("lena", "Lena Dubois"),
    ]

    private init(_ username: String, _ displayName: String) {
        (self.username, self.displayName) = (username, displayName)
    }
}
