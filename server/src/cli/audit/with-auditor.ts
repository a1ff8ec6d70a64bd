import type { Rejection } from '@forgefold/core/kernel'
import { DEFAULT_RELEASE } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import type { Auditor } from '../../audit/auditor-questions.js'
import { openOfflineAuditor } from '../../composition/offline-auditor.js'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, refuseWithoutEffect, UsageError } from '../flags.js'
import { withHistory } from '../history-reader.js'
import { placeOf } from '../instance-flags.js'
import { reasonOf } from './audit-question.js'
import { remoteAuditor } from './remote-auditor.js'

/** The sources of an auditor: besides a folder and an EventStoreDB, a running server. */
export const SOURCE_FLAGS: ReadonlyArray<Flag> = [
  { name: 'server', value: 'URL', fallback: undefined, summary: 'ask a running server instead of a folder or store' },
  {
    name: 'server-token',
    value: 'TOKEN',
    fallback: undefined,
    summary: 'a token of an administrator; better set in the environment',
  },
]

/** The exit code where nothing was found, or something differs. */
export const NOTHING = 1

/** The exit code where the history could not be read, or not by this caller. */
const UNREADABLE = 3

const UNKNOWN: ReadonlySet<string> = new Set(['Missing', 'NotFound', 'RecordNotFound'])

/** Prints an auditor's answer, or why there is none; returns the exit code (docs/reference/audit.md#exit-codes). */
export const answerOrExplain = async <A>(
  terminal: Terminal,
  answer: Promise<E.Either<Rejection, A>>,
  say: (answer: A) => number,
): Promise<number> => {
  const answered = await answer
  if (E.isRight(answered)) return say(answered.right)
  const { left } = answered
  terminal.tell(`forgefold: ${reasonOf(left)}`)
  if (left.kind === 'BadRequest') return 2
  return UNKNOWN.has(left.kind) ? NOTHING : UNREADABLE
}

/** The auditor of the flags' history and the instance's other data. */
const withLocalAuditor = (
  flags: Flags,
  terminal: Terminal,
  work: (auditor: Auditor) => Promise<number>,
): Promise<number> =>
  withHistory(flags, terminal, async (events) => {
    const instance = {
      externalUrl: flags.text('external-url') ?? 'http://localhost',
      tier: 'ultimate',
      release: DEFAULT_RELEASE,
    } as const
    const offline = await openOfflineAuditor({ instance, events, data: placeOf(flags).data })
    try {
      return await work(offline.auditor)
    } finally {
      await offline.close()
    }
  })

/** Asks the history of the flags: a folder, an EventStoreDB or a running server. Returns the exit code. */
export const withAuditor = (
  flags: Flags,
  terminal: Terminal,
  work: (auditor: Auditor) => Promise<number>,
): Promise<number> => {
  const url = flags.text('server')
  if (url === undefined) {
    refuseWithoutEffect(flags, ['server-token'], 'without --server')
    return withLocalAuditor(flags, terminal, work)
  }
  refuseWithoutEffect(flags, ['data', 'event-store', 'local'], 'with --server, which asks a running server')
  const token = flags.text('server-token')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError('--server takes http://… or https://…')
  if (token === undefined) throw new UsageError('--server needs a token: FORGEFOLD_SERVER_TOKEN or --server-token')
  return work(remoteAuditor(url.replace(/\/$/, ''), token))
}
