#!/usr/bin/env node
import { runCommandLine } from './cli/index.js'
import { pagedBy } from './cli/pager.js'

// Files written by this process and its children are private.
process.umask(0o077)

/** A command that shuts down gracefully waits for this; other commands are ended by the signal itself. */
const ending = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        resolve(signal)
        // A second signal ends the process at once.
        process.once(signal, () => process.exit(130))
      })
  })

let asked: Promise<NodeJS.Signals> | undefined

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const run = async (): Promise<number> => {
  try {
    return await runCommandLine(process.argv.slice(2), {
      environment: process.env,
      say: (line) => process.stdout.write(`${line}\n`),
      tell: (line) => process.stderr.write(`${line}\n`),
      progress: (line) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${line}`)
      },
      ...(process.stdout.isTTY
        ? {
            screen: { colours: (process.env['NO_COLOR'] ?? '') === '', paged: pagedBy(process.env['PAGER'] ?? 'less') },
          }
        : {}),
      get asked() {
        asked ??= ending()
        return asked
      },
    })
  } catch (error) {
    process.stderr.write(`forgefold: ${describe(error)}\n`)
    return 1
  }
}

void run().then((code) => process.exit(code))
