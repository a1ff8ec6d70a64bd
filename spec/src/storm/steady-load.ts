import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { ROOT_TOKEN, startServer } from './servers.js'

export interface SteadyLoad {
  /** A folder of its own. */
  readonly folder: string
  readonly seconds: number
  /** Requests a second, of all connections together. */
  readonly rate: number
  readonly connections?: number
}

export interface SteadyReport {
  readonly answers: number
  readonly failures: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Resident memory in MiB and open descriptors, after a tenth of the time and at the end. */
  readonly memory: readonly [number, number]
  readonly descriptors: readonly [number, number]
}

const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const descriptorsOf = async (pid: number): Promise<number> => (await readdir(join('/proc', String(pid), 'fd'))).length

/** Reads, lists and writes over many connections at a fixed rate, for a time; what the server holds is looked at early and late. */
export const runSteadyLoad = async ({
  folder,
  seconds,
  rate,
  connections = 200,
}: SteadyLoad): Promise<SteadyReport> => {
  const server = await startServer(folder, '', 0, 'sqlite')
  const pid = server.pid as number
  const headers = { 'private-token': ROOT_TOKEN, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${server.base}/api/v4${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  try {
    await post('/projects', { name: 'p', initialize_with_readme: true, default_branch: 'main' })
    await post('/projects/1/issues', { title: 'one' })
    const look = async () => [await memoryOf(pid), await descriptorsOf(pid)] as const
    let early: readonly [number, number] = [0, 0]
    const timer = setTimeout(() => {
      void look().then((seen) => {
        early = seen
      })
    }, seconds * 100)
    const get = (path: string) => ({ method: 'GET' as const, path: `/api/v4${path}`, headers })
    const result = await autocannon({
      url: server.base,
      connections,
      overallRate: rate,
      duration: seconds,
      timeout: 30,
      requests: [
        get('/projects/1'),
        get('/projects/1/issues?per_page=20'),
        get('/projects/1/issues/1'),
        get('/user'),
        get('/projects/1/repository/tree'),
        get('/projects/1/repository/files/README.md?ref=main'),
        get('/projects/1/repository/branches'),
        get('/projects?per_page=20'),
        {
          method: 'POST',
          path: '/api/v4/projects/1/issues',
          headers,
          body: JSON.stringify({ title: 'steady', description: 'text '.repeat(100) }),
        },
        get('/projects/1/merge_requests'),
      ],
    })
    clearTimeout(timer)
    const late = await look()
    return {
      answers: result['2xx'],
      failures: result.non2xx + result.errors + result.timeouts,
      p50: result.latency.p50,
      p99: result.latency.p99,
      longest: result.latency.max,
      memory: [early[0], late[0]],
      descriptors: [early[1], late[1]],
    }
  } finally {
    await server.kill()
  }
}

/** One line of figures. */
export const steadyLine = (asked: SteadyLoad, report: SteadyReport): string => {
  const { answers, failures, p50, p99, longest, memory, descriptors } = report
  const grown = (what: readonly [number, number]): string => what.map((one) => one.toFixed(0)).join(' to ')
  return `steady: ${asked.connections ?? 200} connections, ${asked.rate} a second for ${asked.seconds} s: ${answers} answers, ${failures} failures, ${p50.toFixed(0)} ms at half, ${p99.toFixed(0)} ms at 99 %, ${longest.toFixed(0)} ms at most, ${grown(memory)} MiB, ${grown(descriptors)} descriptors`
}
