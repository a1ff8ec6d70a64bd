import * as t from 'io-ts'
import { list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'

const VERSION_STATES = ['empty', 'collected', 'overflow', 'without_files'] as const

/** Why a version was recorded; `quietly`: without a pipeline. */
const VERSION_CAUSES = [
  'created',
  'pushed',
  'reopened',
  'retargeted',
  'target_pushed',
  'rebased',
  'rebased_quietly',
] as const

const versionFacts = t.type({
  id: safeInteger,
  /** The head of the source branch, the merge base and the head of the target branch at that time; null where missing. */
  head: nullable(t.string),
  base: nullable(t.string),
  start: nullable(t.string),
  state: oneOf(VERSION_STATES),
  /** `5`, `1000+`; null where it is empty. */
  realSize: nullable(t.string),
  commits: safeInteger,
  cause: oneOf(VERSION_CAUSES),
})

/** A line of the code owners' file that owns some of the changed files. */
const codeOwnerRule = t.type({
  pattern: t.string,
  section: t.string,
  /** 0 in optional sections. */
  required: safeInteger,
  userIds: list(safeInteger),
  groupIds: list(safeInteger),
})

export type CodeOwnerRule = Readonly<t.TypeOf<typeof codeOwnerRule>>

/** `committerIds`: the committers of its changes, where the project excludes them from approving. `codeOwners`: missing where there are none. */
export const version = t.intersection([
  versionFacts,
  t.partial({ committerIds: list(safeInteger), codeOwners: list(codeOwnerRule) }),
])

export type Version = Readonly<t.TypeOf<typeof version>>
