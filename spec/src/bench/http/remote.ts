import { bodyOf, jsonIn } from '../../instance/index.js'
import { type Addressee, PASSWORD } from '../../matrix/index.js'
import { ask, type Product, TOKEN } from './stage.js'

/** A server in another process, to which requests of the access matrix are sent. */
export const remote = ({ url }: Pick<Product, 'url'>): Addressee => ({
  root: TOKEN,
  ask: async (method, path, asked = {}) => {
    const { as, query = '', headers } = asked
    const { type, bytes } = bodyOf(asked)
    const answer = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...(as === undefined ? {} : { 'PRIVATE-TOKEN': as }),
        ...headers,
      },
      ...(bytes.length === 0 ? {} : { body: Buffer.from(bytes) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: new Map(answer.headers), text, json: jsonIn(text) }
  },
  person: async (username, scopes = ['api']) => {
    const profile = {
      username,
      name: username,
      email: `${username}@example.com`,
      password: PASSWORD,
      skip_confirmation: true,
    }
    const { id } = await ask(url, '/users', profile)
    const token = await ask(url, `/users/${id}/personal_access_tokens`, { name: 'one', scopes })
    return { id: Number(id), token: String(token['token']) }
  },
})
