import { setTimeout as sleep } from 'node:timers/promises'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../eventstoredb-double/index.js'
import { type Random, randomFrom } from '../laws/random.js'
import { ROOT_TOKEN, type ServerProcess, startServer } from './servers.js'

export interface StormOptions {
  /** A folder of its own. */
  readonly folder: string
  /** It lasts no less. */
  readonly milliseconds: number
  /** It goes on until so many writes were acknowledged. */
  readonly writes?: number
  readonly seed: number
  /** Whether a server dies on the way and comes back. */
  readonly kills?: boolean
}

/** What the load was told, and what the servers say when all is calm again. */
export interface StormReport {
  readonly faults: number
  readonly refusals: number
  /** Groups, environments and commits whose writing was acknowledged: their names and numbers. */
  readonly acknowledged: ReadonlyArray<{ readonly kind: Kind; readonly name: string; readonly id: unknown }>
  /** What each server lists afterwards. */
  readonly listed: ReadonlyArray<Readonly<Record<Kind, ReadonlyArray<{ readonly name: string; readonly id: unknown }>>>>
  /** How many groups and environments the log says were created. */
  readonly logged: Readonly<Record<'group' | 'environment', number>>
  /** Answers that did not know what their sender had been told of, by position, elsewhere. */
  readonly forgotten: ReadonlyArray<string>
  /** Milliseconds from the calm until a write was acknowledged again. */
  readonly recovery: number
  /** Milliseconds from that moment until every server showed that write of another. */
  readonly lag: number
  readonly complaints: string
}

type Kind = 'group' | 'environment' | 'commit'

interface Told {
  readonly status: number
  readonly json: unknown
  readonly position: string | undefined
}

const REQUEST_MS = 30_000
/** A request waits 15 seconds for the store; a connection that is not established is given up after 10, one that died in silence after 20. */
const RECOVERY_MS = 60_000
const SERVERS = 3

const ask = async (
  server: ServerProcess,
  method: string,
  path: string,
  { json, position }: { readonly json?: unknown; readonly position?: string | undefined } = {},
): Promise<Told> => {
  const headers = {
    'private-token': ROOT_TOKEN,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(position === undefined ? {} : { 'forgefold-position': position }),
  }
  try {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const signal = AbortSignal.timeout(REQUEST_MS)
    const answer = await fetch(`${server.base}/api/v4${path}`, { method, headers, signal, ...body })
    const text = await answer.text()
    const at = answer.headers.get('forgefold-position') ?? undefined
    return { status: answer.status, json: text === '' ? undefined : JSON.parse(text), position: at }
  } catch {
    // No answer: the write may or may not have happened.
    return { status: 0, json: undefined, position: undefined }
  }
}

const idIn = (answer: Told): unknown => (answer.json as { readonly id?: unknown } | undefined)?.id

const persistently = async (work: () => Promise<Told>, wanted: number, milliseconds: number): Promise<Told> => {
  const until = performance.now() + milliseconds
  const tries: Array<string> = []
  for (;;) {
    const began = performance.now()
    const answer = await work()
    if (answer.status === wanted) return answer
    tries.push(`${answer.status} ${JSON.stringify(answer.json)} after ${Math.round(performance.now() - began)} ms`)
    if (performance.now() > until)
      throw new Error(`never ${wanted} in ${tries.length} tries, at last ${tries.slice(-8).join('; ')}`)
    await sleep(50)
  }
}

/** One thing that goes wrong, by chance. */
const strike = async (double: EventStoreDbDouble, random: Random): Promise<void> => {
  const { faults } = double
  const written = random.chance(0.5)
  const blows: ReadonlyArray<() => void | Promise<void>> = [
    () => faults.append({ kind: 'dropConnection', written }),
    () => faults.append({ kind: 'conflict' }),
    () => faults.append({ kind: 'unavailable' }, 2),
    () => faults.append({ kind: 'timeout' }),
    () => faults.append({ kind: 'answerLate', milliseconds: 80 }),
    () => faults.append({ kind: 'halfClose' }),
    () => faults.append({ kind: 'neverAnswer', written }),
    () => faults.read({ kind: 'dropConnection', afterEvents: random.below(20) }),
    () => faults.read({ kind: 'unavailable' }),
    () => faults.slowReads(random.below(4)),
    () => double.dropConnections(),
    () => {
      faults.mute()
      double.dropConnections()
    },
    async () => {
      await double.crash()
      await sleep(150)
      await double.restart()
    },
  ]
  await blows[random.below(blows.length)]?.()
}

const pagesOf = async (
  server: ServerProcess,
  path: string,
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const all: Array<Readonly<Record<string, unknown>>> = []
  for (let page = 1; ; page++) {
    const answer = await persistently(() => ask(server, 'GET', `${path}?per_page=100&page=${page}`), 200, 10_000)
    const rows = answer.json as ReadonlyArray<Readonly<Record<string, unknown>>>
    all.push(...rows)
    if (rows.length < 100) return all
  }
}

const listedBy = async (
  server: ServerProcess,
  projects: ReadonlyArray<number>,
): Promise<StormReport['listed'][number]> => {
  const named = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, name: string) =>
    rows.map((row) => ({ name: String(row[name]), id: row['id'] }))
  const environment: Array<{ name: string; id: unknown }> = []
  const commit: Array<{ name: string; id: unknown }> = []
  for (const project of projects) {
    environment.push(...named(await pagesOf(server, `/projects/${project}/environments`), 'name'))
    commit.push(...named(await pagesOf(server, `/projects/${project}/repository/commits`), 'title'))
  }
  return { group: named(await pagesOf(server, '/groups'), 'path'), environment, commit }
}

/** Raises a storm over three servers, lets it pass, and reports. Whatever it starts has ended when it resolves. */
export const runStorm = async ({
  folder,
  milliseconds,
  writes = 0,
  seed,
  kills = false,
}: StormOptions): Promise<StormReport> => {
  const random = randomFrom(seed)
  const double = await startEventStoreDbDouble()
  const servers: Array<ServerProcess> = []
  try {
    for (let n = 0; n < SERVERS; n++) servers.push(await startServer(folder, `server-${n}`, 0, double.connectionString))
    const server = (n: number): ServerProcess => servers[n % SERVERS] as ServerProcess
    const projects: Array<number> = []
    for (let n = 0; n < 2; n++) {
      const json = { name: `p${n}`, initialize_with_readme: true }
      const made = await persistently(() => ask(server(0), 'POST', '/projects', { json }), 201, 1000)
      projects.push(idIn(made) as number)
    }
    const acknowledged: Array<StormReport['acknowledged'][number]> = []
    const forgotten: Array<string> = []
    let refusals = 0
    let faults = 0
    const until = performance.now() + milliseconds
    const isOver = (): boolean => performance.now() >= until && acknowledged.length >= writes

    const write = async (lane: number, n: number, at: ServerProcess, position: string | undefined): Promise<Told> => {
      const name = `w-${lane}-${n}`
      const project = projects[lane % projects.length] as number
      const kind = (['group', 'environment', 'group', 'commit'] as const)[n % 4] as Kind
      const commit = {
        branch: 'main',
        commit_message: name,
        actions: [{ action: 'create', file_path: name, content: name }],
      }
      const asked: Readonly<Record<Kind, readonly [path: string, json: unknown]>> = {
        group: ['/groups', { name, path: name }],
        environment: [`/projects/${project}/environments`, { name }],
        commit: [`/projects/${project}/repository/commits`, commit],
      }
      const [path, json] = asked[kind]
      const answer = await ask(at, 'POST', path, { json, position })
      if (answer.status !== 201) {
        refusals++
        return answer
      }
      acknowledged.push({ kind, name, id: idIn(answer) })
      if (kind === 'commit') return answer
      const where = kind === 'group' ? `/groups/${idIn(answer)}` : `/projects/${project}/environments/${idIn(answer)}`
      const elsewhere = await ask(server(lane + n + 1), 'GET', where, { position: answer.position })
      if (elsewhere.status === 404) forgotten.push(`${kind} ${name}`)
      return answer
    }

    const lane = async (number: number): Promise<void> => {
      let position: string | undefined
      for (let n = 0; !isOver(); n++) {
        const answer = await write(number, n, server(number + n), position)
        position = answer.position ?? position
        if (answer.status === 0) await sleep(50)
      }
    }
    const weather = async (): Promise<void> => {
      while (!isOver()) {
        await strike(double, random)
        faults++
        await sleep(40 + random.below(200))
      }
    }
    const death = async (): Promise<void> => {
      if (!kills) return
      await sleep(milliseconds / 3)
      const victim = server(1)
      const port = Number(new URL(victim.base).port)
      await victim.kill()
      servers[1] = await startServer(folder, 'server-1', port, double.connectionString)
    }
    await Promise.all([...Array.from({ length: 6 }, (_, n) => lane(n)), weather(), death()])

    double.faults.clear()
    double.faults.slowReads(0)
    const calm = performance.now()
    let tries = 0
    // One whose outcome is in doubt may have been written: each try has a name of its own.
    const path = (): string => `calm-${tries}`
    const mark = (): Promise<Told> => {
      tries++
      return ask(server(0), 'POST', '/groups', { json: { name: path(), path: path() } })
    }
    const marker = await persistently(mark, 201, RECOVERY_MS)
    const recovery = performance.now() - calm
    acknowledged.push({ kind: 'group', name: path(), id: idIn(marker) })
    for (const each of servers)
      await persistently(() => ask(each, 'GET', `/groups/${idIn(marker)}`, { position: marker.position }), 200, 20_000)
    const lag = performance.now() - calm - recovery
    const listed: Array<StormReport['listed'][number]> = []
    for (const each of servers) listed.push(await listedBy(each, projects))
    const created = (type: string): number => double.log.records.filter((record) => record.type === type).length
    return {
      faults,
      refusals,
      acknowledged,
      listed,
      logged: { group: created('GroupCreated'), environment: created('EnvironmentCreated') },
      forgotten,
      recovery,
      lag,
      complaints: servers.map((each) => each.complaints()).join(''),
    }
  } catch (error) {
    throw new Error(`the storm broke off\n${servers.map((each) => each.complaints()).join('')}`, { cause: error })
  } finally {
    await Promise.all(servers.map((each) => Promise.race([each.stop(), sleep(8000).then(() => each.kill())])))
    await double.stop()
  }
}
