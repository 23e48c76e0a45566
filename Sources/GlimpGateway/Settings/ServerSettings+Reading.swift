extension ServerSettings {
    /// Reads every setting from the first source that says it; what none says keeps its default.
    /// - Returns: the settings, and by key the source of each that was set.
    public static func read(
        from sources: [SettingsSource]
    ) throws(SettingError) -> (settings: ServerSettings, origins: [String: SettingsSource]) {
        var settings = ServerSettings()
        var origins: [String: SettingsSource] = [:]
        for setting in all {
            for source in sources {
                guard let content = try source.content(of: setting) else { continue }
                do {
                    try setting.apply(content, &settings)
                } catch {
                    throw source.error(setting, error)
                }
                origins[setting.key] = source
                break
            }
        }
        return (settings, origins)
    }
}
