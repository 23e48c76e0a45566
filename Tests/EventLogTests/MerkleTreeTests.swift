import Testing

@testable import EventLog

/// The tree against the vectors of Certificate Transparency's own tests, and against laws.
@Suite struct MerkleTreeTests {
    /// The leaves and roots of `merkletree/merkle_tree_test.cc` of the certificate-transparency project, whose tree is
    /// that of RFC 6962 and RFC 9162.
    private static let leaves: [[UInt8]] = [
        [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43], Array(0x50...0x57),
        Array(0x60...0x6F),
    ]
    private static let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    private static let pair01 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
    private static let pair23 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    private static let four47 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
    private static let leaf4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
    private static let pair45 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
    private static let pair67 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"

    private let tree = ReferenceTree(Self.leaves.map { TreeHash.leaf($0) })

    private func hex(_ hash: TreeHash) -> String {
        hash.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test(arguments: 0...8) func rootsOfTheVectors(_ size: Int) throws {
        let vector = Self.roots[size]
        #expect(try hex(MerkleTree.root(of: UInt64(size), tree.subtree)) == vector)
        var frontier = MerkleFrontier()
        for leaf in tree.leaves.prefix(size) { frontier.append(leaf) }
        #expect(hex(frontier.root) == vector)
    }

    @Test(arguments: [
        (0, 1, []), (0, 8, [pair01, pair23, four47]), (5, 8, [leaf4, pair67, roots[4]]), (2, 3, [roots[2]]),
        (1, 5, [roots[1], pair23, leaf4]),
    ]) func inclusionOfTheVectors(_ index: Int, _ size: Int, _ path: [String]) throws {
        #expect(try MerkleTree.inclusionPath(of: UInt64(index), in: UInt64(size), tree.subtree).map(hex) == path)
    }

    @Test(arguments: [
        (1, 1, []), (1, 8, [pair01, pair23, four47]), (6, 8, [pair45, pair67, roots[4]]), (2, 5, [pair23, leaf4]),
        (0, 8, []),
    ]) func consistencyOfTheVectors(_ first: Int, _ second: Int, _ path: [String]) throws {
        #expect(try MerkleTree.consistencyPath(from: UInt64(first), to: UInt64(second), tree.subtree).map(hex) == path)
    }

    /// Every proof between sizes up to 40, all of them; and of random ones up to 5,000.
    @Test func everyProofVerifies() throws {
        var random = SeededGenerator()
        let tree = ReferenceTree((0..<5_000).map { TreeHash.leaf(Array("leaf \($0)".utf8)) })
        var pairs = (0...40).flatMap { second in (0...second).map { ($0, second) } }
        for _ in 0..<60 {
            let second = Int.random(in: 1...5_000, using: &random)
            pairs.append((Int.random(in: 0...second, using: &random), second))
        }
        for (first, second) in pairs {
            try expectProofs(of: tree, UInt64(first), UInt64(second))
        }
    }

    private func expectProofs(of tree: ReferenceTree, _ first: UInt64, _ second: UInt64) throws {
        let (old, new) = (tree.root(of: first), tree.root(of: second))
        #expect(try MerkleTree.root(of: second, tree.subtree) == new)
        let path = try MerkleTree.consistencyPath(from: first, to: second, tree.subtree)
        #expect(MerkleProof.extends(from: first, root: old, to: second, root: new, path: path), "\(first) \(second)")
        guard first < second else { return }
        let audit = try MerkleTree.inclusionPath(of: first, in: second, tree.subtree)
        #expect(
            MerkleProof.includes(tree.leaves[Int(first)], at: first, in: second, root: new, path: audit),
            "\(first) \(second)")
    }

    /// Any single byte of a path, of a leaf or of a root that is changed, and a hash more or less, make it fail.
    @Test func whatIsAlteredFails() throws {
        var random = SeededGenerator()
        let tree = ReferenceTree((0..<300).map { TreeHash.leaf(Array("leaf \($0)".utf8)) })
        for _ in 0..<40 {
            let second = UInt64.random(in: 2...300, using: &random)
            let first = UInt64.random(in: 1..<second, using: &random)
            let (old, new) = (tree.root(of: first), tree.root(of: second))
            let audit = try MerkleTree.inclusionPath(of: first, in: second, tree.subtree)
            let leaf = tree.leaves[Int(first)]
            for altered in alterations(of: [leaf, new] + audit) {
                #expect(
                    !MerkleProof.includes(
                        altered[0], at: first, in: second, root: altered[1], path: Array(altered.dropFirst(2))))
            }
            let path = try MerkleTree.consistencyPath(from: first, to: second, tree.subtree)
            for altered in alterations(of: [old, new] + path) {
                #expect(
                    !MerkleProof.extends(
                        from: first, root: altered[0], to: second, root: altered[1], path: Array(altered.dropFirst(2))))
            }
            for longer in [[], [leaf], [new]] {
                #expect(
                    MerkleProof.includes(leaf, at: first, in: second, root: new, path: audit + longer) == longer.isEmpty
                )
                #expect(
                    MerkleProof.extends(from: first, root: old, to: second, root: new, path: path + longer)
                        == longer.isEmpty)
            }
            #expect(!MerkleProof.includes(leaf, at: first, in: second, root: new, path: audit.dropLast()))
            #expect(!MerkleProof.extends(from: first, root: old, to: second, root: new, path: path.dropLast()))
            #expect(!MerkleProof.includes(leaf, at: second, in: second, root: new, path: audit))
        }
    }

    /// Each with one byte of one hash changed.
    private func alterations(of hashes: [TreeHash]) -> [[TreeHash]] {
        hashes.indices.flatMap { number in
            (0..<TreeHash.byteCount).compactMap { byte in
                var bytes = hashes[number].bytes
                bytes[byte] ^= 1 << UInt8(byte % 8)
                guard let hash = TreeHash(bytes) else { return nil }
                var altered = hashes
                altered[number] = hash
                return altered
            }
        }
    }

    /// The nodes that are stored, and the edge, are the same however many leaves come at a time.
    @Test func batchesMakeTheSameTree() {
        let leaves = (0..<70_000).map { TreeHash.leaf([UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF), UInt8($0 >> 16)]) }
        var whole = TreeGrowth(MerkleFrontier())
        for leaf in leaves { whole.append(leaf) }
        #expect(UInt64(whole.nodes.count) == TreeNode.count(in: 70_000))
        #expect(whole.nodes.count == 70_000 / 256 + 1)
        var random = SeededGenerator()
        var (frontier, nodes, next) = (MerkleFrontier(), [UInt64: TreeHash](), 0)
        while next < leaves.count {
            let end = min(leaves.count, next + Int.random(in: 1...9_000, using: &random))
            // What is written down between two batches.
            var growth = TreeGrowth(
                MerkleFrontier(size: frontier.size, subtrees: frontier.subtrees) ?? MerkleFrontier())
            for leaf in leaves[next..<end] { growth.append(leaf) }
            for node in growth.nodes { nodes[node.key] = node.hash }
            (frontier, next) = (growth.frontier, end)
        }
        #expect(frontier == whole.frontier)
        #expect(nodes == Dictionary(uniqueKeysWithValues: whole.nodes.map { ($0.key, $0.hash) }))
        #expect(frontier.root == ReferenceTree(leaves).root(of: 70_000))
    }
}

/// RFC 9162, section 2.1.1, as it stands there: slow, and without anything that could be kept.
struct ReferenceTree {
    let leaves: [TreeHash]

    init(_ leaves: [TreeHash]) { self.leaves = leaves }

    func root(of size: UInt64) -> TreeHash { root(leaves[..<Int(size)]) }

    func subtree(_ height: Int, _ number: UInt64) -> TreeHash {
        root(leaves[Int(number) << height..<Int(number + 1) << height])
    }

    private func root(_ leaves: ArraySlice<TreeHash>) -> TreeHash {
        guard let first = leaves.first else { return .ofNothing }
        guard leaves.count > 1 else { return first }
        var k = 1
        while k * 2 < leaves.count { k *= 2 }
        return TreeHash.node(root(leaves.prefix(k)), root(leaves.dropFirst(k)))
    }
}
