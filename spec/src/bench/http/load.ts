import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as programs from '../../programs/index.js'

const run = promisify(execFile)

const SECONDS = 3

/** What is sent again and again. */
export interface Load {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A JSON body makes it a POST; `SERIAL` in it becomes another number each time, also in later loads. */
  readonly body?: string
  /** Instead of a POST. */
  readonly method?: 'PUT'
  readonly connections?: number
}

/** The numbers of a load begin behind those that earlier loads of this process may have sent. */
const SERIALS_OF_A_LOAD = 1_000_000
let loads = 0

const script = (body: string, method = 'POST'): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'forgefold-load-')), 'post.lua')
  writeFileSync(
    file,
    `local n = ${SERIALS_OF_A_LOAD * loads++}
local body = ${JSON.stringify(body)}
request = function()
  n = n + 1
  return wrk.format("${method}", nil, { ["Content-Type"] = "application/json", ["PRIVATE-TOKEN"] = wrk.headers["PRIVATE-TOKEN"] }, (body:gsub("SERIAL", tostring(n))))
end
`,
  )
  return file
}

/** What wrk says of a load, sent from one thread; refuses to measure a server that answers anything but 2xx. */
const loadWith = async (
  { url, headers = {}, body, method, connections = 64 }: Load,
  seconds: number,
  more: ReadonlyArray<string> = [],
): Promise<string> => {
  const wrk = programs.find('wrk')
  if (wrk === undefined) throw new Error('wrk is not on this machine (on Debian: apt-get install wrk)')
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const post = body === undefined ? [] : ['-s', script(body, method)]
  const { stdout } = await run(wrk, ['-t1', `-c${connections}`, `-d${seconds}s`, ...more, ...named, ...post, url])
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)
  if (bad !== null) throw new Error(`${bad[1]} answers of ${url} were no success`)
  return stdout
}

/** Requests a second. */
export const rateOf = async (load: Load): Promise<number> => {
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(await loadWith(load, SECONDS))
  if (rate === null) throw new Error('wrk told no rate')
  return Number(rate[1])
}

/** How many requests are answered within a time. */
export const answeredWithin = async (load: Load, seconds: number): Promise<number> =>
  Number(/(\d+) requests in/.exec(await loadWith(load, seconds))?.[1] ?? 0)

const MILLISECONDS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 }

const percentileIn = (text: string, percent: number): number => {
  const found = new RegExp(`^\\s*${percent}%\\s+([\\d.]+)(us|ms|s)`, 'm').exec(text)
  if (found === null) throw new Error(`wrk told no ${percent}th percentile`)
  return Number(found[1]) * (MILLISECONDS[found[2] as string] as number)
}

/** A second is enough for most; what answers nothing within it is asked for ten times as long, at most for so many seconds. */
const LONGEST = 100

/** Median and 99th percentile of the time to an answer, in milliseconds. By itself wrk leaves out answers that take more than two seconds. */
export const latencyOf = async (load: Load, seconds = 1): Promise<{ readonly p50: number; readonly p99: number }> => {
  const text = await loadWith(load, seconds, ['--latency', '--timeout', `${LONGEST}s`])
  const [p50, p99] = [percentileIn(text, 50), percentileIn(text, 99)]
  if (p50 > 0) return { p50, p99 }
  if (seconds >= LONGEST) throw new Error(`${load.url} answered nothing within ${seconds} seconds`)
  return latencyOf(load, seconds * 10)
}
