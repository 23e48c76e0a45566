import Testing

@testable import GlimpGateway

@Suite struct ConnectionStateTests {
    @Test func anAnswerToAWholeRequestIsNotTheLast() {
        var state = ConnectionState()
        state.requestEnded()
        #expect(!state.isLastAnswer)
        let closes1 = state.answerEnded()
        #expect(!closes1)
        #expect(!state.isOver)
    }

    @Test func anAnswerBeforeTheEndOfItsRequestIsTheLast() {
        var state = ConnectionState()
        #expect(state.isLastAnswer)
        let closes2 = state.answerEnded()
        #expect(closes2)
        #expect(state.isOver)
    }

    /// The next request has begun, or is there whole, before the first is answered.
    @Test(arguments: [false, true]) func aRequestThatIsPipelinedIsAnsweredToo(isWhole: Bool) {
        var state = ConnectionState()
        state.requestEnded()
        if isWhole { state.requestEnded() }
        #expect(!state.isLastAnswer)
        let closes3 = state.answerEnded()
        #expect(!closes3)
        if !isWhole { state.requestEnded() }
        #expect(!state.isLastAnswer)
        let closes4 = state.answerEnded()
        #expect(!closes4)
        // And one that is answered early after them is the last.
        let closes5 = state.answerEnded()
        #expect(closes5)
    }
}
