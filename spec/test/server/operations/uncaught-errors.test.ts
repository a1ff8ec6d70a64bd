import { spawnSync } from 'node:child_process'
import { UncaughtErrors } from '@forgefold/server/operations'
import { describe, expect, it } from 'vitest'

const coded = (code: string): Error => Object.assign(new Error('broken'), { code })

describe('an error that nobody caught', () => {
  const serving = (now?: () => number): { readonly errors: UncaughtErrors; readonly counted: () => number } => {
    const errors = new UncaughtErrors(now)
    let count = 0
    errors.started(() => {
      count++
    })
    return { errors, counted: () => count }
  }

  it('is counted and survived while the server serves', () => {
    const { errors, counted } = serving()
    for (const error of [new Error('write EPIPE'), coded('ECONNRESET'), coded('SQLITE_BUSY'), 'text', undefined])
      expect(errors.note(error, 'exception')).toBeUndefined()
    expect(counted()).toBe(5)
  })

  it.each([
    ['SQLITE_CORRUPT_VTAB', 'a database is damaged'],
    ['SQLITE_NOTADB', 'a database is damaged'],
    ['ERR_WORKER_OUT_OF_MEMORY', 'there is no memory left'],
    ['ERR_WORKER_UNSERIALIZABLE_ERROR', 'the thread that writes the history has failed'],
    ['ERR_INTERNAL_ASSERTION', 'Node.js itself is in a state it does not expect'],
  ])('ends the process and says which: %s', (code, why) => {
    expect(serving().errors.note(coded(code), 'exception')).toBe(why)
  })

  it('ends a start', () => {
    expect(new UncaughtErrors().note(new Error('x'), 'exception')).toBe('the server is not up yet')
    expect(new UncaughtErrors().note(new Error('x'), 'promise')).toBeUndefined()
  })

  it('ends the process where there is no end of them', () => {
    let now = 0
    const { errors } = serving(() => now)
    for (let time = 0; time < 100; time++) expect(errors.note(new Error('x'), 'exception')).toBeUndefined()
    expect(errors.note(new Error('x'), 'exception')).toContain('more than 100 in a minute')
    now += 61_000
    expect(errors.note(new Error('x'), 'exception')).toBeUndefined()
  })

  it('leaves a serving process as it is', () => {
    // The command itself, with an emitter amid it that fails and that nobody listens to.
    const script = `
      const { runCommandLine } = await import('@forgefold/server/cli')
      let ask
      const terminal = {
        environment: {}, tell: () => {}, progress: () => {},
        asked: new Promise((resolve) => { ask = resolve }),
        say: (line) => {
          const url = /is ready on (\\S+)/.exec(line)?.[1]
          if (url === undefined) return
          setTimeout(async () => {
            const metrics = await (await fetch(url + '/-/metrics')).text()
            console.log(/^forgefold_uncaught_errors_total .*$/m.exec(metrics)[0])
            ask('SIGTERM')
          }, 200)
          process.nextTick(() => { throw new Error('nobody listens') })
        },
      }
      process.exit(await runCommandLine(['serve', '--port', '0', '--event-store', 'memory', '--log-level', 'error'], terminal))`
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: new URL('../../../..', import.meta.url),
      encoding: 'utf8',
      timeout: 120_000,
    })
    expect(ran.stdout).toBe('forgefold_uncaught_errors_total 1\n')
    expect(ran.stderr).toContain('nobody listens')
    expect(ran.status).toBe(0)
  })
})
