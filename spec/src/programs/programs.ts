import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A system program that some tests drive: the names it goes by, or files it consists of, and who brings it on Debian. */
interface Program {
  readonly commands?: ReadonlyArray<string>
  readonly file?: string
  readonly debian: string
}

const PROGRAMS = {
  bzip2: { commands: ['bzip2'], debian: 'bzip2' },
  chromium: { commands: ['chromium', 'chromium-browser', 'google-chrome'], debian: 'chromium' },
  curl: { commands: ['curl'], debian: 'curl' },
  git: { commands: ['git'], debian: 'git' },
  composer: { commands: ['composer'], debian: 'composer' },
  go: { commands: ['go'], debian: 'golang-go' },
  maven: { commands: ['mvn'], debian: 'maven' },
  'maven-deploy-plugin': {
    file: '/usr/share/maven-repo/org/apache/maven/plugins/maven-deploy-plugin',
    debian: 'libmaven-deploy-plugin-java',
  },
  npm: { commands: ['npm'], debian: 'npm' },
  openssl: { commands: ['openssl'], debian: 'openssl' },
  'python-authlib': { file: '/usr/lib/python3/dist-packages/authlib', debian: 'python3-authlib' },
  'python-requests-oauthlib': {
    file: '/usr/lib/python3/dist-packages/requests_oauthlib',
    debian: 'python3-requests-oauthlib',
  },
  pip: { commands: ['pip3', 'pip'], debian: 'python3-pip' },
  python: { commands: ['python3'], debian: 'python3' },
  tar: { commands: ['tar'], debian: 'tar' },
  wrk: { commands: ['wrk'], debian: 'wrk' },
  twine: { commands: ['twine'], debian: 'twine' },
} as const satisfies Readonly<Record<string, Program>>

export type ProgramName = keyof typeof PROGRAMS

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a program is; undefined where this machine does not have it. */
export const find = (name: ProgramName): string | undefined => {
  const program: Program = PROGRAMS[name]
  if (program.file !== undefined) return existsSync(program.file) ? program.file : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return (program.commands ?? [])
    .flatMap((command) => folders.map((folder) => join(folder, command)))
    .find(isExecutable)
}

/**
 * Whether all these programs are here, for `describe.runIf(programs.need('maven'))`.
 *
 * What is missing is printed with the way to get it; where CI is set, a test skipped for it fails the run.
 */
export const need = (...names: ReadonlyArray<ProgramName>): boolean => {
  const missing = names.filter((name) => find(name) === undefined)
  for (const name of missing)
    console.warn(`tests skipped: ${name} is not on this machine (on Debian: apt-get install ${PROGRAMS[name].debian})`)
  return missing.length === 0
}

/** The Debian packages that bring everything the tests may drive. */
export const debianPackages = (): ReadonlyArray<string> => Object.values(PROGRAMS).map(({ debian }) => debian)
