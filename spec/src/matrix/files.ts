import type { Asking } from './asking.js'

const BOUNDARY = 'a-boundary'
const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

const formWith = (field: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    PNG,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** Gives a project, a group and a user a picture each, and the project an upload: where each is, below the part of its path that all of its kind share. */
export const filesIn = async (
  { ask }: Asking,
  as: string,
  owners: Readonly<Record<'project' | 'group' | 'user', string>>,
): Promise<Readonly<Record<string, string>>> => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const send = async (method: string, path: string, field: string): Promise<Readonly<Record<string, string>>> => {
    const { status, text, json } = await ask(method, path, { as, headers, bytes: formWith(field) })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return json as Readonly<Record<string, string>>
  }
  const pictures: Record<string, string> = {}
  for (const [kind, path] of Object.entries(owners)) {
    const { avatar_url = '' } = await send('PUT', path, 'avatar')
    pictures[`${kind}Picture`] = avatar_url.split('/avatar/')[1] ?? ''
  }
  const { url = '' } = await send('POST', `${owners.project}/uploads`, 'file')
  return { ...pictures, upload: url.split('/uploads/')[1] ?? '' }
}
