import { type BadgePlaceholders, type BadgeRow, renderedAddress } from '@forgefold/core/domains/projects/badge'

/** The URLs of a badge, and their rendered forms. */
export const presentAddresses = (
  { linkUrl, imageUrl }: Pick<BadgeRow, 'linkUrl' | 'imageUrl'>,
  place: BadgePlaceholders,
) => ({
  link_url: linkUrl,
  image_url: imageUrl,
  rendered_link_url: renderedAddress(linkUrl, place),
  rendered_image_url: renderedAddress(imageUrl, place),
})

/** A badge as a project or group shows it. */
export const presentBadge = (row: BadgeRow, place: BadgePlaceholders) => ({
  id: row.id,
  name: row.name,
  ...presentAddresses(row, place),
  kind: row.place.kind,
})
