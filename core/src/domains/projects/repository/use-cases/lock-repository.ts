import type { Forge } from '../../../../app/forge.js'

/**
 * Locks a repository against other moves of refs and resolves to the function that unlocks it.
 *
 * A ref moves in git first and in the history second; nobody else may move refs of the repository in between, so that the events of a ref
 * stand in the order of its moves. The lock holds in this process and against other servers on the same folder.
 */
export const lockRepository = async (forge: Forge, repository: number): Promise<() => void> => {
  const leave = await forge.mutex.acquire(`repository ${repository}`)
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
