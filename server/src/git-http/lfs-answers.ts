import type { Rejection } from '@forgefold/core/kernel'
import type { HttpResponse } from '../http/message.js'
import { refusalOf } from '../http/rejections.js'
import { askForCredentials } from './git-responses.js'

const TYPE = 'application/vnd.git-lfs+json'

/** A response of the Git LFS API. */
export const lfsJson = (status: number, body: unknown, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['Content-Type', TYPE], ['Cache-Control', 'no-store'], ...headers],
  body: JSON.stringify(body),
})

/** A refusal in the format of Git LFS. */
export const lfsRefusal = (status: number, message: string): HttpResponse => lfsJson(status, { message })

/** A refusal of git in the format of Git LFS. */
export const asLfs = ({ status, headers, body }: HttpResponse): HttpResponse =>
  lfsJson(
    status,
    { message: typeof body === 'string' ? body.trim() : '' },
    headers.filter(([name]) => name === 'WWW-Authenticate' || name === 'Retry-After'),
  )

/** A refusal of the domain in the format of Git LFS. */
export const lfsRejected = (rejection: Rejection): HttpResponse => {
  if (rejection.kind === 'Unauthenticated') return asLfs(askForCredentials)
  const { status, headers, body } = refusalOf(rejection)
  const message = typeof body === 'object' && body !== null ? (body as { message?: unknown }).message : undefined
  return lfsJson(status, { message: typeof message === 'string' ? message : JSON.stringify(message ?? '') }, headers)
}
