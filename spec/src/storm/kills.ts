import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomFrom } from '../laws/random.js'
import { forgefold } from '../processes/index.js'
import { CRASH_POINTS, environmentOf, flagsOf, type PlannedCrash } from './crash-points.js'
import { ROOT_TOKEN, type ServerProcess, startServer } from './servers.js'

export interface KillStorm {
  /** A folder of its own. */
  readonly folder: string
  readonly rounds: number
  readonly seed: number
  /** Ends it before its time. */
  readonly milliseconds?: number
}

/** What was done to one data folder, and what became of it. */
export interface KillReport {
  readonly rounds: number
  /** Kills by what was going on; `aimed`: those of servers that died at a point of their own. */
  readonly kills: Readonly<Record<'serving' | 'aimed' | 'rebuilding' | 'copying', number>>
  readonly acknowledged: number
  /** What must not be: something acknowledged that is lost, or is there twice, answers of failure, starts that fail. */
  readonly faults: ReadonlyArray<string>
  readonly seconds: number
}

/** Rules are events of one stream, to which all lanes write. */
type Kind = 'issue' | 'commit' | 'upload' | 'merge' | 'rule'

interface Told {
  readonly kind: Kind
  readonly name: string
  readonly text: string
}

interface Answer {
  readonly status: number
  readonly text: string
}

const LANES = 6
/** Long enough to be kept as a blob of its own. */
const LONG = 40_000

const ask = async (server: ServerProcess, method: string, path: string, body?: unknown): Promise<Answer> => {
  const isText = typeof body === 'string'
  try {
    const answer = await fetch(`${server.base}/api/v4${path}`, {
      method,
      headers: {
        'private-token': ROOT_TOKEN,
        'content-type': isText ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    // Killed in the middle: it may have happened or not.
    return { status: 0, text: '' }
  }
}

const P = '/projects/1'

const writeOne = async (server: ServerProcess, kind: Kind, name: string): Promise<Answer> => {
  const text = `${name} `.repeat(Math.ceil(LONG / name.length))
  if (kind === 'issue') return ask(server, 'POST', `${P}/issues`, { title: name, description: text })
  if (kind === 'rule') return ask(server, 'POST', `${P}/approval_rules`, { name, approvals_required: 0 })
  if (kind === 'upload') return ask(server, 'PUT', `${P}/packages/generic/${name}/1.0/file`, text)
  const commit = (branch: string, more: object) =>
    ask(server, 'POST', `${P}/repository/commits`, {
      branch,
      commit_message: name,
      actions: [{ action: 'create', file_path: name, content: text }],
      ...more,
    })
  if (kind === 'commit') return commit('main', {})
  const branched = await commit(name, { start_branch: 'main' })
  if (branched.status !== 201) return branched
  const wanted = { source_branch: name, target_branch: 'main', title: name }
  const made = await ask(server, 'POST', `${P}/merge_requests`, wanted)
  if (made.status !== 201) return made
  const { iid } = JSON.parse(made.text) as { readonly iid: number }
  return ask(server, 'PUT', `${P}/merge_requests/${iid}/merge`, {})
}

/** Moments that pass: the branch moved meanwhile, or the check of the merge request is not done. */
const PASSING: ReadonlySet<number> = new Set([0, 400, 405, 406, 409, 422, 503])

const pages = async (
  server: ServerProcess,
  path: string,
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const all: Array<Readonly<Record<string, unknown>>> = []
  for (let page = 1; ; page++) {
    const { status, text } = await ask(
      server,
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`,
    )
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    const rows = JSON.parse(text) as ReadonlyArray<Readonly<Record<string, unknown>>>
    all.push(...rows)
    if (rows.length < 100) return all
  }
}

const LANES_OF = (round: number): string => `r${round}-l`

/** What of a round's acknowledged writes is not there: asked one by one, because lists grow with every round. */
const missingOf = async (
  server: ServerProcess,
  round: number,
  told: ReadonlyArray<Told>,
): Promise<ReadonlyArray<string>> => {
  const namesIn = async (path: string): Promise<ReadonlySet<unknown>> =>
    new Set((await pages(server, `${path}&search=${LANES_OF(round)}&in=title`)).map(({ title }) => title))
  const issues = await namesIn(`${P}/issues?scope=all`)
  const merged = await namesIn(`${P}/merge_requests?state=merged`)
  const rules = new Set((await pages(server, `${P}/approval_rules`)).map(({ name }) => name))
  const found = await Promise.all(
    told.map(async ({ kind, name, text }) => {
      if (kind === 'issue') return issues.has(name)
      if (kind === 'rule') return rules.has(name)
      if (kind === 'merge' && !merged.has(name)) return false
      const file =
        kind === 'upload'
          ? `${P}/packages/generic/${name}/1.0/file`
          : `${P}/repository/files/${encodeURIComponent(name)}/raw?ref=main`
      return (await ask(server, 'GET', file)).text === text
    }),
  )
  return told.flatMap(({ kind, name }, index) => (found[index] === true ? [] : `${kind} ${name} is lost`))
}

const count = (names: ReadonlyArray<unknown>): ReadonlyMap<unknown, number> => {
  const counts = new Map<unknown, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Which acknowledged writes are not found exactly once, or not with all of their bytes. */
const missing = async (server: ServerProcess, told: ReadonlyArray<Told>): Promise<ReadonlyArray<string>> => {
  const issues = count((await pages(server, `${P}/issues?scope=all`)).map(({ title }) => title))
  const files = count((await pages(server, `${P}/repository/tree`)).map(({ name }) => name))
  const merged = count((await pages(server, `${P}/merge_requests?state=merged`)).map(({ title }) => title))
  const rules = count((await pages(server, `${P}/approval_rules`)).map(({ name }) => name))
  const lists: Partial<Record<Kind, ReadonlyMap<unknown, number>>> = {
    ...{ issue: issues, commit: files, merge: merged, rule: rules },
  }
  const faults: Array<string> = []
  for (const { kind, name, text } of told) {
    const found = lists[kind]
    if (found !== undefined && found.get(name) !== 1)
      faults.push(`${kind} ${name} is there ${found.get(name) ?? 0} times`)
    if (kind === 'merge' && files.get(name) !== 1) faults.push(`${name} was merged, and its file is not there`)
    if (kind !== 'upload') continue
    const read = await ask(server, 'GET', `${P}/packages/generic/${name}/1.0/file`)
    if (read.text !== text) faults.push(`the bytes of ${name}: ${read.status}, ${read.text.length} of ${text.length}`)
  }
  return faults
}

/** Runs a command on the folder, which dies at the point given, or is killed after so many milliseconds; true where it died in time. */
const killedCommand = async (args: ReadonlyArray<string>, after: number, death: PlannedCrash): Promise<boolean> => {
  const env = { ...process.env, ...environmentOf(death) }
  const child = spawn(process.execPath, [...flagsOf(death), forgefold, ...args], { stdio: 'ignore', env })
  const timer = setTimeout(() => child.kill('SIGKILL'), after)
  await once(child, 'exit')
  clearTimeout(timer)
  return child.signalCode === 'SIGKILL'
}

const KINDS: ReadonlyArray<Kind> = ['issue', 'rule', 'commit', 'upload', 'rule', 'merge', 'issue', 'rule', 'upload']

/** Points are reached within a second or never. */
const LONGEST_AIM_MS = 3_000

/** Waits until a server dies by itself, or kills it: true where it died at its point. */
const died = async (server: ServerProcess, random: Random, death: PlannedCrash | undefined): Promise<boolean> => {
  if (death === undefined) await sleep(random.below(400))
  else {
    await writeFile(death.armedBy, '')
    for (const until = performance.now() + LONGEST_AIM_MS; !server.hasEnded() && performance.now() < until; )
      await sleep(2)
  }
  const byItself = server.hasEnded()
  await server.kill()
  return byItself
}

/** Writes until the server is gone; it dies at its point, or is killed at a random moment after the first answer. */
const serveAndKill = async (
  server: ServerProcess,
  round: number,
  random: Random,
  faults: Array<string>,
  death: PlannedCrash | undefined,
): Promise<{ readonly told: ReadonlyArray<Told>; readonly byItself: boolean }> => {
  const told: Array<Told> = []
  let over = false
  const lane = async (number: number): Promise<void> => {
    for (let n = 0; !over; n++) {
      const kind = KINDS[(number + n) % KINDS.length] as Kind
      const name = `${LANES_OF(round)}${number}-${n}`
      const { status, text } = await writeOne(server, kind, name)
      if (status === 200 || status === 201)
        told.push({ kind, name, text: `${name} `.repeat(Math.ceil(LONG / name.length)) })
      else if (!PASSING.has(status)) faults.push(`${kind} ${name}: ${status} ${text.slice(0, 200)}`)
      if (status === 0) return
    }
  }
  const lanes = Array.from({ length: LANES }, (_, n) => lane(n))
  for (const until = performance.now() + 20_000; told.length === 0 && performance.now() < until; ) await sleep(2)
  const byItself = await died(server, random, death)
  over = true
  await Promise.all(lanes)
  return { told, byItself }
}

/** Kills servers, rebuilds and copies over one data folder at random moments, and looks each time whether all that was acknowledged is there, once. */
export const runKillStorm = async ({ folder, rounds, seed, milliseconds }: KillStorm): Promise<KillReport> => {
  const random = randomFrom(seed)
  const begun = performance.now()
  const faults: Array<string> = []
  const kills = { serving: 0, aimed: 0, rebuilding: 0, copying: 0 }
  const all: Array<Told> = []
  const data = join(folder, 'shared')
  const armedBy = join(folder, 'armed')
  const deathAt = (points: ReadonlyArray<PlannedCrash['point']>, most: number): PlannedCrash => ({
    point: points[random.below(points.length)] ?? 'append',
    times: 1 + random.below(most),
    armedBy,
  })
  const start = async (death?: PlannedCrash) => {
    await rm(armedBy, { force: true })
    return startServer(folder, '', 0, 'sqlite', [], death)
  }
  let done = 0
  let server = await start()
  try {
    await ask(server, 'POST', '/projects', { name: 'p', initialize_with_readme: true, default_branch: 'main' })
    let death: PlannedCrash | undefined
    for (; done < rounds && faults.length < 20; done++) {
      if (performance.now() - begun > (milliseconds ?? Number.POSITIVE_INFINITY)) break
      const { told, byItself } = await serveAndKill(server, done, random, faults, death)
      kills.serving++
      if (byItself) kills.aimed++
      all.push(...told)
      await writeFile(armedBy, '')
      if (random.chance(0.1)) {
        const args = ['rebuild', '--data', data]
        const within = 300 + random.below(1500)
        if (await killedCommand(args, within, deathAt(['before a projection', 'projection'], 20))) kills.rebuilding++
      }
      if (random.chance(0.1)) {
        const copy = join(folder, `copy-${done}`)
        const args = ['copy', '--from', `sqlite:${data}`, '--to', `sqlite:${copy}`]
        const within = 300 + random.below(1500)
        if (await killedCommand(args, within, deathAt(['before an append', 'append'], 20))) kills.copying++
        await rm(copy, { recursive: true, force: true })
      }
      death = random.chance(0.7) ? deathAt(CRASH_POINTS, 12) : undefined
      server = await start(death)
      faults.push(...(await missingOf(server, done, told)))
    }
    faults.push(...(await missing(server, all)))
    return { rounds: done, kills, acknowledged: all.length, faults, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await server.kill()
  }
}

/** One line of figures. */
export const killLine = ({ rounds, kills, acknowledged, faults, seconds }: KillReport): string =>
  `kills: ${rounds} rounds in ${seconds.toFixed(0)} s, ${kills.serving} servers (${kills.aimed} at a point of their writes), ${kills.rebuilding} rebuilds and ${kills.copying} copies killed, ${acknowledged} writes acknowledged, ${faults.length} lost, twice or failed`
