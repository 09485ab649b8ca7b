/** One layer over the image. Its words are at `overlay.<name>` of the texts, so no two modalities have one of the same name. */
export interface Layer {
  name: string
  color: string
  /**
   * A map is a grey image of the analysis. Lines are drawn from the findings. An outline is the rim
   * of a map's spots.
   */
  drawn: 'map' | 'outline' | 'lines'
  /** The key of the keyboard that shows and hides it. Without one, the viewer numbers it. */
  key?: string
  /** Off until it is asked for. */
  hidden?: boolean
  /** The layer that says the same more finely: where it is there, this one is off. */
  finer?: string
  /** Single spots, of which no two may run into one. */
  spots?: boolean
  /** The maps that make up the layer, each with a colour of its own; without them, the one map of its name. */
  maps?: readonly { name: string; color: string }[]
}
