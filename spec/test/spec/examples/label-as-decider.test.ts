import { labelDecider } from '@forgefold/spec/examples'
import { expect, it } from 'vitest'

/** A command handler as libraries have them: reads a stream, folds it, decides, appends. */
const handlerOf = <State, Command, Event>(decider: {
  readonly initialState: () => State
  readonly decide: (command: Command, state: State) => ReadonlyArray<Event>
  readonly evolve: (state: State, event: Event) => State
}) => {
  const streams = new Map<string, ReadonlyArray<Event>>()
  return {
    handle: (stream: string, command: Command): void => {
      const history = streams.get(stream) ?? []
      const decided = decider.decide(command, history.reduce(decider.evolve, decider.initialState()))
      streams.set(stream, [...history, ...decided])
    },
    read: (stream: string): ReadonlyArray<Event> => streams.get(stream) ?? [],
  }
}

it('one aggregate is a decider for command handlers of others; what it refuses is thrown and nothing is written', () => {
  const { handle, read } = handlerOf(labelDecider)
  const place = { kind: 'project', id: 7 } as const
  const data = { type: 'Create', place, title: 'bug', color: '#ff0000', description: null, priority: null } as const
  const bug = { type: 'Label', data } as const
  handle('label-1', bug)
  expect(() => handle('label-1', bug)).toThrow('Conflict')
  expect(read('label-1')).toMatchObject([{ type: 'LabelCreated', data: { title: 'bug' } }])
})
