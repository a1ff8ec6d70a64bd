import { spawn } from 'node:child_process'

/** A git process that stays open and is asked one thing after another. */
export interface KeptOpen {
  /** Resolves with the bytes of the answers to these lines, once the last of them is there. */
  readonly ask: (lines: ReadonlyArray<string>) => Promise<Buffer>
  readonly close: () => void
}

/** No object has this name, so git tells it as it was asked: the end of what came before it. */
const END = 'end-of-the-answer'

/**
 * `git cat-file --batch`, `git diff-tree --stdin` and their kin, on one repository: what they are asked that names no object comes back as it
 * stands, which marks the end. One question at a time.
 */
export const keepOpen = (repository: string, args: ReadonlyArray<string>): KeptOpen => {
  const child = spawn('git', ['-C', repository, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  let parts: Array<Buffer> = []
  let answered: ((bytes: Buffer) => void) | undefined
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    const tail = Buffer.concat(parts.slice(-2)).subarray(-64).toString('latin1')
    if (!tail.includes(END)) return
    const all = Buffer.concat(parts)
    parts = []
    answered?.(all)
  })
  return {
    ask: (lines) =>
      new Promise((resolve) => {
        answered = resolve
        child.stdin.write(`${[...lines, END].join('\n')}\n`)
      }),
    close: () => child.stdin.end(),
  }
}
