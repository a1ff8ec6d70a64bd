import { readFileSync } from 'node:fs'

interface Ancestor {
  readonly parent: number
  readonly name: string
}

/** Undefined where the system does not list its processes in `/proc`. */
const ancestor = (pid: number): Ancestor | undefined => {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === undefined ? undefined : { parent: Number(parent), name }
  } catch {
    return undefined
  }
}

/** Who started npm, where npm runs this process, itself or through a shell: npm outlives them and does not end its child. */
const starterOfNpm = (): number | undefined => {
  if (process.env['npm_command'] === undefined) return undefined
  const parent = ancestor(process.ppid)
  if (parent === undefined) return undefined
  if (parent.name.startsWith('npm')) return parent.parent
  const above = ancestor(parent.parent)
  return above?.name.startsWith('npm') ? above.parent : undefined
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns a question: is the process still there that started this one, or that started the npm that runs it? */
export const starter = (): (() => boolean) => {
  const parent = process.ppid
  const behindNpm = starterOfNpm()
  return () => process.ppid === parent && (behindNpm === undefined || isAlive(behindNpm))
}
