import type { Forge } from '../../../../app/forge.js'

const queues = new WeakMap<object, Map<number, Promise<void>>>()

/**
 * Waits for this repository's turn and gives the way to end it.
 *
 * Between the moment when refs move and the moment when the history knows it, nobody else may move refs of the same repository:
 * so the events of one ref stand in the order of its moves. In this process they wait in line, then for other servers of the same folder.
 */
export const takeTurn = async (forge: Forge, repository: number): Promise<() => void> => {
  const turns = queues.get(forge) ?? new Map<number, Promise<void>>()
  queues.set(forge, turns)
  const before = turns.get(repository)
  let end: () => void = () => undefined
  const mine = new Promise<void>((resolve) => {
    end = resolve
  })
  const last = before === undefined ? mine : before.then(() => mine)
  turns.set(repository, last)
  await before
  const leave = (): void => {
    if (turns.get(repository) === last) turns.delete(repository)
    end()
  }
  try {
    const giveBack = await forge.git.claim(repository)
    return () => {
      giveBack().then(leave, leave)
    }
  } catch (error) {
    leave()
    throw error
  }
}
