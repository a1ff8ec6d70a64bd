import { spawn } from 'node:child_process'
import { once } from 'node:events'

const PATIENCE = 60_000

/** Starts a node program and waits until an address of it answers anything; the result ends it. */
export const startProgram = async (
  program: string,
  args: ReadonlyArray<string>,
  address: string,
): Promise<() => Promise<void>> => {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' })
  const end = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill()
    await end
  }
  const until = Date.now() + PATIENCE
  while (child.exitCode === null && Date.now() < until) {
    const answered = await fetch(address).then(
      () => true,
      () => false,
    )
    if (answered) return stop
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await stop()
  throw new Error(`${program} did not answer`)
}
