import { spawn } from 'node:child_process'
import type { Terminal } from './command.js'

/** Quits where the output fits on one screen, shows colours, and does not clear the screen afterwards. */
const LESS = 'FRX'

/** Shows lines in the user's pager; none where it is empty or `cat`. Leaving the pager early is no error. */
export const pagedBy =
  (pager: string): NonNullable<Terminal['screen']>['paged'] =>
  async (work) => {
    if (pager === '' || pager === 'cat') return work((line) => process.stdout.write(`${line}\n`))
    const child = spawn('sh', ['-c', pager], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...process.env, LESS: process.env['LESS'] ?? LESS },
    })
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      child.once('error', () => resolve())
    })
    child.stdin.on('error', () => undefined)
    try {
      return await work((line) => child.stdin.write(`${line}\n`))
    } finally {
      child.stdin.end()
      await ended
    }
  }
