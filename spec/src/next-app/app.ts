import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PROGRAM = 'node_modules/next/dist/bin/next'

/** Longer than this neither an installation nor a build takes, and no start. */
const LONGEST_MS = 300_000

const BINDING = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'

/** What documents show of a file. */
const regionOf = (path: string, name: string): string => {
  const [, after = ''] = readFileSync(path, 'utf8').split(`// #region ${name}\n`)
  return after.split('// #endregion')[0] ?? ''
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, NEXT_TELEMETRY_DISABLED: '1' })

/** Makes an application of the example in an empty folder, with the packages as they are published, and has Next build it. Throws where it does not. */
export const buildApp = (folder: string): void => {
  const run = (...[program, ...args]: readonly [string, ...ReadonlyArray<string>]): void => {
    execFileSync(program, [...args], { cwd: folder, env: environment(), stdio: 'inherit', timeout: LONGEST_MS })
  }
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync('spec/next', folder, { recursive: true })
  write('app/[...path]/route.js', regionOf('spec/consumer/next-route.mjs', 'route'))
  write('next.config.js', regionOf('spec/consumer/next.config.mjs', 'config'))
  write('app/own/route.js', "export const GET = () => new Response('my own page')\n")
  const packed = execFileSync(process.execPath, ['scripts/packages.mjs', join(folder, 'packed')], { encoding: 'utf8' })
  // Next has a compiler for each platform, and registries do not have them all, so a lock file would not hold everywhere.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline']
  run('npm', 'install', '--loglevel=error', ...flags, ...packed.trim().split('\n'))
  // The binding of SQLite is the one of this machine.
  cpSync(BINDING, join(folder, BINDING))
  run(process.execPath, PROGRAM, 'build')
}

const addressIn = async (child: ChildProcess): Promise<string> => {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const [, url] = /Local:\s+(http:\/\/\S+)/.exec(said) ?? []
    if (url !== undefined && said.includes('Ready')) return url
  }
  throw new Error(`Next did not start: ${said}`)
}

/** Starts what was built, on a free port. Throws where it does not come up within five minutes. */
export const startApp = async (
  folder: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const child = spawn(process.execPath, [PROGRAM, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
  try {
    const url = await addressIn(child)
    child.stdout?.resume()
    return {
      url,
      stop: async () => {
        child.kill()
        await ended
      },
    }
  } finally {
    clearTimeout(late)
  }
}
