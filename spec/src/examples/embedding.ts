import { createForge } from '@forgefold/server'
import * as E from 'fp-ts/lib/Either.js'

/** A forge inside another program: asked over HTTP without a socket, by its use cases, and by what happened. */
export const embed = async (): Promise<unknown> => {
  // #region create
  const forge = await createForge({ url: 'http://forge.example', tier: 'ultimate', release: '15.3' })
  const { user } = forge.useCases
  const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
  const jane = await user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
  // #endregion
  if (E.isLeft(jane)) return jane.left
  // #region use-cases
  const made = await forge.as('jane').useCases.project.createProject({
    namespaceId: undefined,
    settings: { name: 'app', visibility: 'private' },
  })
  // #endregion
  if (E.isLeft(made)) return made.left
  // #region token
  const token = await forge.useCases.personalAccessToken.createToken({
    userId: jane.right.id,
    name: 'my program',
    scopes: ['api'],
    expiresAt: null,
  })
  // #endregion
  if (E.isLeft(token)) return token.left
  // #region ask
  const headers = { 'PRIVATE-TOKEN': token.right.secret }
  const response = await forge.fetch('/api/v4/projects/jane%2Fapp', { headers })
  const project = (await response.json()) as { readonly path_with_namespace: string }
  // #endregion
  const heard: Array<string> = []
  // #region subscribe
  for await (const event of forge.subscribe({ categories: ['project'] })) {
    heard.push(`${event.type} at ${event.position}`)
    break
  }
  await forge.close()
  // #endregion
  return { status: response.status, path: project.path_with_namespace, heard: heard.map((line) => line.split(' ')[0]) }
}
