import { asFetch, createForgefold } from '@forgefold/server'

/** A forge inside another program: in memory, asked without a socket. Gives the answer's status and JSON. */
export const askEmbedded = async (path: string): Promise<{ readonly status: number; readonly json: unknown }> => {
  // #region embed
  const forgefold = await createForgefold({
    instance: { externalUrl: 'http://forge.example', tier: 'ultimate', release: '15.3' },
  })
  const fetch = asFetch(forgefold.handler)
  const response = await fetch(new Request(`http://forge.example${path}`))
  const answer = { status: response.status, json: await response.json() }
  await forgefold.close()
  // #endregion
  return answer
}
