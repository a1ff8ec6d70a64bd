import * as t from 'io-ts'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Actor, CommandId } from '../../../../kernel/index.js'
import { codecs } from '../../../../kernel/index.js'
import { type Manner, WAYS } from '../aggregate.js'

/** What is noted beside a move that is under way, so that the story can be told after a crash. */
export interface MoveNote extends Manner {
  readonly context: CommandContext
}

const context = t.intersection([
  t.type({ id: t.string, at: codecs.instant, actor: t.string, correlationId: t.string }),
  t.partial({ causationId: t.string, tokenId: t.string, requestId: t.string, sourceIp: t.string }),
])
const note = t.intersection([t.type({ via: codecs.oneOf(WAYS), context }), t.partial({ skipCi: t.boolean })])

/** Reads a note back; undefined where it is of another make. */
export const readNote = (value: unknown): MoveNote | undefined => {
  const decoded = note.decode(value)
  if (decoded._tag === 'Left') return undefined
  const { via, skipCi, context } = decoded.right
  return { via, skipCi, context: { ...context, id: context.id as CommandId, actor: context.actor as Actor } }
}
