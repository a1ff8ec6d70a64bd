#!/usr/bin/env node
import { runCommandLine } from './cli/index.js'
import { pagedBy } from './cli/pager.js'

// What is written here, and by programs started here, is nobody else's to read.
process.umask(0o077)

/** A command that wants to end in order is told of the wish; any other is ended by the signal itself. */
const ending = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        resolve(signal)
        // Whoever asks twice does not want to wait.
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
