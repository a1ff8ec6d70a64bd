import type { Principal } from '@forgefold/core/access'
import type { Position } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { callerKey } from '../as-of/request-queue.js'
import type { Answer, Auditor } from './auditor-questions.js'
import type { RunningQuestions } from './running-questions.js'

/** Who asks, and what is being answered already. */
export interface SharedAuditorOptions {
  readonly principal: Principal
  /** The newest position of the history. Rejections: `Unavailable`. */
  readonly head: () => Answer<Position | undefined>
  readonly running: RunningQuestions
}

/**
 * An auditor that looks for the answer to equal questions once, however many ask at the same time: questions of the same caller with the same
 * credential while nothing is written, so none gets an answer that is older than the history at its question. Those that replay the history or
 * decide it again wait for each other.
 */
export const sharedAuditor = (auditor: Auditor, { principal, head, running }: SharedAuditorOptions): Auditor => {
  const caller = callerKey(principal)
  const shared =
    <Asked extends ReadonlyArray<unknown>, A>(name: keyof Auditor, ask: (...asked: Asked) => Answer<A>) =>
    async (...asked: Asked): Answer<A> => {
      const newest = await head()
      if (E.isLeft(newest)) return newest
      return running.once(JSON.stringify([name, principal, newest.right, asked]), () => ask(...asked))
    }
  const inTurn =
    <Asked extends ReadonlyArray<unknown>, A>(ask: (...asked: Asked) => Answer<A>) =>
    (...asked: Asked): Answer<A> =>
      running.inTurn(caller, () => ask(...asked))
  return {
    history: shared('history', auditor.history),
    explain: shared('explain', auditor.explain),
    blame: shared('blame', inTurn(auditor.blame)),
    blameDocument: shared('blameDocument', inTurn(auditor.blameDocument)),
    show: shared('show', auditor.show),
    diff: shared('diff', auditor.diff),
    differences: shared('differences', auditor.differences),
    whatIf: shared('whatIf', inTurn(auditor.whatIf)),
  }
}
