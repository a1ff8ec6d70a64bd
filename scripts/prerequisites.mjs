/** What has to be on this machine before anything else can run. Plain Node, no dependencies: it runs before any install. */
import { execFileSync } from 'node:child_process'

const NODE = [20, 19]
const GIT = [2, 38]

const atLeast = ([major, minor], [wantedMajor, wantedMinor]) =>
  major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)

const versionIn = (text) => (/(\d+)\.(\d+)/.exec(text) ?? []).slice(1, 3).map(Number)

/** Runs a program and gives what it printed; undefined where it is not there or fails. */
export const printed = (program, args = ['--version']) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}

/** Says what is wrong and ends the process. */
export const stop = (message) => {
  console.error(message)
  process.exit(1)
}

/** Ends with a clear message where Node or git is missing or too old. */
export const checkPrerequisites = () => {
  if (!atLeast(versionIn(process.versions.node), NODE))
    stop(`Forgefold needs Node ${NODE.join('.')} or newer; this is ${process.version}.`)
  const git = printed('git')
  if (git === undefined) stop(`Forgefold needs git ${GIT.join('.')} or newer; there is no git on the PATH.`)
  if (!atLeast(versionIn(git), GIT)) stop(`Forgefold needs git ${GIT.join('.')} or newer; this is ${git.trim()}.`)
}

/** The tools that compile native code and are not here. */
export const missingCompilers = () =>
  [
    ['python3', ['python3', 'python']],
    ['make', ['make', 'gmake']],
    ['a C++ compiler (g++ or clang++)', ['c++', 'g++', 'clang++']],
  ]
    .filter(([, programs]) => programs.every((program) => printed(program) === undefined))
    .map(([name]) => name)
