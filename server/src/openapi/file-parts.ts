import type { Route } from '../http/index.js'

type Part = Readonly<Record<string, unknown>>

/** Whether a route answers a file, of which a part may be asked for (RFC 9110 §14). */
export const answersFile = ({ method, success: { mediaType } }: Route): boolean =>
  method === 'GET' && mediaType !== undefined && !mediaType.startsWith('application/json')

const headerOf = (description: string, example: string): Part => ({
  'Content-Range': { description, schema: { type: 'string', examples: [example] } },
})

/** The responses of a route that answers a file, where a request asks for a part of it. */
export const partResponsesOf = (route: Route): Part => {
  if (!answersFile(route)) return {}
  const content = { [String(route.success.mediaType)]: { schema: {} } }
  return {
    206: {
      description: 'The part that the header `Range` asks for',
      headers: headerOf('Which part it is, and the size of the file', 'bytes 100-199/1000'),
      content,
    },
    416: {
      description: 'The file does not reach that far',
      headers: headerOf('The size of the file', 'bytes */1000'),
    },
  }
}
