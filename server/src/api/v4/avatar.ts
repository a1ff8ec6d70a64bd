import { type AvatarChange, storedAvatar } from '@forgefold/core/app'
import { file, optional, type UploadedFile } from '../../http/index.js'

/** The parameter of users, projects, groups and topics that brings a picture; empty text takes it away. */
export const avatar = optional(file(), 'A picture of at most 200 KiB; empty: none')

/** What such a parameter wants; a file without bytes wants nothing. */
export const avatarOf = (given: UploadedFile | '' | undefined): AvatarChange => {
  if (given === '') return null
  return given?.bytes.length === 0 ? undefined : given
}

/** Where a kept picture is served; undefined where there is none. */
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

/** Where the picture of a user is: there is always one. */
export const userAvatarUrl = (externalUrl: string, user: { readonly id: number; readonly avatar: string }): string =>
  keptAvatarUrl(externalUrl, 'user', user) ?? `${externalUrl}/-/identicons/${user.id}.svg`
