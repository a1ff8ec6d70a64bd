import type { Forge } from '../../../../app/forge.js'
import { storedText } from '../../../../app/long-text.js'
import type { TerraformStateVersion } from '../aggregate.js'

/** The text of a version; undefined where its bytes are missing, or sealed with another key. */
export const contentOf = async (
  { packageFiles, secretBox }: Forge,
  { sha256 }: TerraformStateVersion,
): Promise<string | undefined> => {
  const sealed = await storedText(packageFiles, sha256)
  return sealed === undefined ? undefined : secretBox.open(sealed)
}
