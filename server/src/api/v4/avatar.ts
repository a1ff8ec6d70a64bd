import { type AvatarChange, storedAvatar } from '@forgefold/core/app'
import { file, optional, type UploadedFile } from '../../http/index.js'

/** The `avatar` parameter of users, projects, groups and topics; an empty text removes the avatar. */
export const avatar = optional(file(), 'A picture of at most 200 KiB; empty: none')

/** The change that the parameter asks for; an empty file asks for none. */
export const avatarOf = (given: UploadedFile | '' | undefined): AvatarChange => {
  if (given === '') return null
  return given?.bytes.length === 0 ? undefined : given
}

/** The URL of a stored avatar; undefined where there is none. */
export const keptAvatarUrl = (
  externalUrl: string,
  kind: 'user' | 'project' | 'group' | 'projects/topic',
  { id, avatar: kept }: { readonly id: number; readonly avatar?: string | null | undefined },
): string | undefined => {
  const known = storedAvatar(kept)
  return known === undefined
    ? undefined
    : `${externalUrl}/uploads/-/system/${kind}/avatar/${id}/${encodeURIComponent(known.filename)}`
}

/** The URL of a user's avatar; every user has one. */
export const userAvatarUrl = (externalUrl: string, user: { readonly id: number; readonly avatar: string }): string =>
  keptAvatarUrl(externalUrl, 'user', user) ?? `${externalUrl}/-/identicons/${user.id}.svg`
