import { type BadgePlaceholders, type BadgeRow, renderedAddress } from '@forgefold/core/domains/projects/badge'

/** The addresses of a badge, and what becomes of them in a place. */
export const presentAddresses = (
  { linkUrl, imageUrl }: Pick<BadgeRow, 'linkUrl' | 'imageUrl'>,
  place: BadgePlaceholders,
) => ({
  link_url: linkUrl,
  image_url: imageUrl,
  rendered_link_url: renderedAddress(linkUrl, place),
  rendered_image_url: renderedAddress(imageUrl, place),
})

/** A badge where it is shown. */
export const presentBadge = (row: BadgeRow, place: BadgePlaceholders) => ({
  id: row.id,
  name: row.name,
  ...presentAddresses(row, place),
  kind: row.place.kind,
})
