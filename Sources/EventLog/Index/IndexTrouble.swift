/// What can be mended without the caller: the index is only a copy of what the log says.
enum IndexTrouble: Error {
    /// It is to be made again.
    case damaged(String)
    /// It lies further behind the log than a tail may reach.
    case lagging
}
