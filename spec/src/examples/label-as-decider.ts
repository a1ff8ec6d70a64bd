import { label } from '@forgefold/core/domains/planning/label'
import * as E from 'fp-ts/lib/Either.js'

// #region decider
/** Libraries expect the parts of a command in `data`. */
type Command = { readonly type: 'Label'; readonly data: Parameters<typeof label.decide>[0] }
type State = typeof label.initial
type Event = Parameters<typeof label.evolve>[1]

/** The label in the shape that command handlers of event sourcing libraries take. */
export const labelDecider = {
  initialState: (): State => label.initial,
  decide: ({ data }: Command, state: State): Array<Event> => {
    const decision = label.decide(data)(state)
    if (E.isLeft(decision)) throw new Error(decision.left.kind)
    return [...decision.right]
  },
  evolve: (state: State, event: Event): State => label.evolve(state, event),
}
// #endregion
