import type { ImageSources } from '@forgefold/adapters/markdown'
import type { Instance } from '@forgefold/core/app'
import { type AssetProxy, assetProxy, diagramRenderer } from '@forgefold/core/domains/instance/operation'
import { hostOf, type SettingsView } from '@forgefold/core/domains/instance/settings'

/** The URLs of images in rendered Markdown, according to the settings. */
export class MarkdownImages {
  readonly #settings: SettingsView
  readonly #instance: Instance
  #proxy: AssetProxy | undefined

  constructor(settings: SettingsView, instance: Instance) {
    this.#settings = settings
    this.#instance = instance
  }

  /** Loads the configured proxy at the start; later changes apply from the next start on (docs/decisions/settings-rulings.md). */
  loadProxy(): void {
    this.#proxy = assetProxy(this.#settings.current(), hostOf(this.#instance.externalUrl))
  }

  sources(): ImageSources {
    const plantUml = diagramRenderer(this.#settings.current())
    return { externalUrl: this.#instance.externalUrl, proxy: this.#proxy, plantUml }
  }
}
