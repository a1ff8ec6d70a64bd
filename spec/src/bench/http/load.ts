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
  /** A JSON body makes it a POST; `SERIAL` in it becomes another number each time. */
  readonly body?: string
  readonly connections?: number
}

const script = (body: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'forgefold-load-')), 'post.lua')
  writeFileSync(
    file,
    `local n = 0
local body = ${JSON.stringify(body)}
request = function()
  n = n + 1
  return wrk.format("POST", nil, { ["Content-Type"] = "application/json", ["PRIVATE-TOKEN"] = wrk.headers["PRIVATE-TOKEN"] }, (body:gsub("SERIAL", tostring(n))))
end
`,
  )
  return file
}

/** Requests a second, by wrk from one thread; refuses to measure a server that answers anything but 2xx. */
export const rateOf = async ({ url, headers = {}, body, connections = 64 }: Load): Promise<number> => {
  const wrk = programs.find('wrk')
  if (wrk === undefined) throw new Error('wrk is not on this machine (on Debian: apt-get install wrk)')
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const post = body === undefined ? [] : ['-s', script(body)]
  const { stdout } = await run(wrk, ['-t1', `-c${connections}`, `-d${SECONDS}s`, ...named, ...post, url])
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)
  if (bad !== null) throw new Error(`${bad[1]} answers of ${url} were no success`)
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)
  if (rate === null) throw new Error('wrk told no rate')
  return Number(rate[1])
}
