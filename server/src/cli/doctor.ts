import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PLAN_LIMITS_WITHOUT_EFFECT } from '@forgefold/core/domains/instance/plan-limits'
import { STORED_ONLY } from '@forgefold/core/domains/instance/settings'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { CHECKPOINT_LOG, eventLogIn } from '../composition/data-folders.js'
import { uwsBinding } from '../transport/index.js'
import type { Command } from './command.js'
import type { Flags } from './flags.js'
import { LOCAL_FLAG, LOCATION_FLAGS, placeOf } from './instance-flags.js'

/** A finding: in order, worth knowing, or a problem. */
interface Diagnosis {
  readonly grade: 'ok' | 'note' | 'bad'
  readonly text: string
}

const NODE = [20, 19] as const
const GIT = [2, 38] as const

const atLeast = (text: string, [major, minor]: readonly [number, number]): boolean => {
  const [, a = '0', b = '0'] = /(\d+)\.(\d+)/.exec(text) ?? []
  return Number(a) > major || (Number(a) === major && Number(b) >= minor)
}

const printed = (program: string, ...args: ReadonlyArray<string>): string | undefined => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

const node = (): Diagnosis =>
  atLeast(process.version, NODE)
    ? { grade: 'ok', text: `Node ${process.version}` }
    : { grade: 'bad', text: `Node ${NODE.join('.')} or newer is needed; this is ${process.version}` }

const git = (): Diagnosis => {
  const version = printed('git', '--version')
  if (version === undefined)
    return { grade: 'bad', text: `git ${GIT.join('.')} or newer is needed; there is none on the PATH` }
  return atLeast(version, GIT)
    ? { grade: 'ok', text: version }
    : { grade: 'bad', text: `git ${GIT.join('.')} or newer is needed; this is ${version}` }
}

const sqlite = async (): Promise<Diagnosis> => {
  try {
    const { makeReadModel } = await import('@forgefold/adapters/read-model')
    const { makeMemoryEventStore, makeMemoryPersonalData } = await import('@forgefold/adapters/memory')
    const store = makeMemoryEventStore()
    await makeReadModel({ file: ':memory:', store, personalData: makeMemoryPersonalData() }).close()
    return { grade: 'ok', text: 'SQLite loads' }
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    const compiler = printed('c++', '--version') === undefined ? '; there is no C++ compiler to build it with' : ''
    return { grade: 'bad', text: `SQLite (better-sqlite3) does not load: ${why}${compiler}` }
  }
}

const transport = (): Diagnosis => {
  const binding = uwsBinding()
  return binding.kind === 'there'
    ? { grade: 'ok', text: 'the native HTTP server loads' }
    : { grade: 'note', text: `node:http will serve, slower: ${binding.why}` }
}

/** Whether the folder, or its nearest existing parent, is writable. */
const folder = (data: string): Diagnosis => {
  const near = (path: string): string => (existsSync(path) ? path : near(join(path, '..')))
  const there = near(data)
  try {
    accessSync(there, constants.W_OK)
    rmSync(mkdtempSync(join(there, '.forgefold-doctor-')), { recursive: true })
    return { grade: 'ok', text: there === data ? `${data} can be written` : `${data} can be made` }
  } catch {
    const isFolder = statSync(there).isDirectory()
    return { grade: 'bad', text: isFolder ? `${there} cannot be written` : `${there} is not a folder` }
  }
}

const fileProblems = async (data: string): Promise<ReadonlyArray<string>> => {
  const { eventFileProblems } = await import('@forgefold/adapters/sqlite')
  return eventFileProblems(eventLogIn(data))
}

const OTHERS = 0o077

const isOpen = (path: string): boolean => (statSync(path).mode & OTHERS) !== 0

const namesIn = (folder: string): ReadonlyArray<string> | undefined => {
  try {
    return readdirSync(folder)
  } catch {
    return undefined
  }
}

/** Whether other users of this machine can read the data; undefined where there is none yet, or nothing that can be read. */
const privacy = (data: string): Diagnosis | undefined => {
  const names = namesIn(data)
  if (names === undefined) return undefined
  const close = `chmod -R go= ${data}`
  if (isOpen(data)) return { grade: 'bad', text: `others on this machine can enter ${data}: ${close}` }
  const open = names.filter((name) => isOpen(join(data, name)))
  if (open.length === 0) return { grade: 'ok', text: `${data} is closed to others` }
  return { grade: 'note', text: `${open.join(', ')} in ${data} would be open to others if the folder were: ${close}` }
}

/** Events that reactors could not handle; undefined where there are none. */
const parkedEvents = async (store: EventStore): Promise<Diagnosis | undefined> => {
  const { parkedByReactor } = await import('../background/parked-events.js')
  const parked = await parkedByReactor(store)
  if (E.isLeft(parked) || parked.right.length === 0) return undefined
  const counts = parked.right.map(({ reactor, events }) => `${reactor} ${events.length}`)
  return {
    grade: 'note',
    text: `events wait for a replay: ${counts.join(', ')}; forgefold reactors lists them, forgefold reactors retry replays them`,
  }
}

const history = async (flags: Flags): Promise<ReadonlyArray<Diagnosis>> => {
  const place = placeOf(flags)
  if (place.data !== undefined && place.eventStore === 'sqlite' && !existsSync(eventLogIn(place.data)))
    return [{ grade: 'ok', text: 'no history yet' }]
  const { openEventStore } = await import('../composition/event-store.js')
  try {
    const store = await openEventStore(place)
    const last = await lastEvent(store)
    const parked = E.isLeft(last) ? undefined : await parkedEvents(store)
    await store.close()
    const problems = place.eventStore === 'sqlite' && place.data !== undefined ? await fileProblems(place.data) : []
    if (problems.length > 0) return [{ grade: 'bad', text: `events.sqlite is damaged: ${problems.join('; ')}` }]
    if (E.isLeft(last)) return [{ grade: 'bad', text: `the event store does not answer: ${last.left.reason}` }]
    const reads: Diagnosis = { grade: 'ok', text: `the history reads, up to position ${last.right?.position ?? 0}` }
    return parked === undefined ? [reads] : [reads, parked]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [{ grade: 'bad', text: `the history cannot be opened: ${why}` }]
  }
}

/** The last answers of witnesses. */
const witnesses = async (folder: string): Promise<ReadonlyArray<Diagnosis>> => {
  const file = join(folder, CHECKPOINT_LOG)
  if (!existsSync(file)) return []
  const { readSqliteCheckpointLog } = await import('@forgefold/adapters/sqlite')
  const log = readSqliteCheckpointLog(file)
  try {
    return log.reports().map(({ url, at, cosigned, failure }) => {
      const last = cosigned === undefined ? 'none so far' : `up to ${cosigned} events`
      return failure === undefined
        ? { grade: 'ok', text: `${url} cosigned the history ${last}, at ${at}` }
        : { grade: 'note', text: `${url}: ${failure}, at ${at}; it has cosigned ${last}` }
    })
  } finally {
    log.close()
  }
}

/** What has no effect, by the feature that it would govern. */
const withoutEffect = (what: string, reasons: Readonly<Record<string, string>>): Diagnosis => {
  const byReason = new Map<string, ReadonlyArray<string>>()
  for (const [name, why] of Object.entries(reasons)) byReason.set(why, [...(byReason.get(why) ?? []), name])
  const lines = Array.from(byReason, ([why, names]) => `\n        ${why}: ${names.join(', ')}`)
  return { grade: 'note', text: `${Object.keys(reasons).length} ${what} have no effect here${lines.join('')}` }
}

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  summary: 'check everything that the server needs',
  flags: [...LOCATION_FLAGS, LOCAL_FLAG],
  run: async (flags, terminal) => {
    const { data, local = data } = placeOf(flags)
    const kept = data === undefined ? [] : [folder(data), privacy(data)].filter((one) => one !== undefined)
    const found = [node(), git(), await sqlite(), transport(), ...kept]
    if (found.every(({ grade }) => grade !== 'bad')) found.push(...(await history(flags)))
    if (local !== undefined) found.push(...(await witnesses(local)))
    found.push(withoutEffect('settings', STORED_ONLY), withoutEffect('plan limits', PLAN_LIMITS_WITHOUT_EFFECT))
    for (const { grade, text } of found) terminal.say(`${grade.padEnd(4)}  ${text}`)
    return found.some(({ grade }) => grade === 'bad') ? 1 : 0
  },
}
