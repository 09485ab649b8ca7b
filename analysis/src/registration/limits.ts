import { join } from 'node:path'
import { z } from 'zod'
import { Account, decided, readCard, Share } from '../cards.ts'

const RegistrationCard = Account.extend({
  registered: z.strictObject({
    /** Places on centrelines that a picture must have. */
    least_places: decided(z.int().positive()),
    /** Share of the centrelines seen in both pictures that must come to lie on each other. */
    least_agreement: decided(Share),
    /** Share of one picture's centrelines that the other must see. */
    least_overlap: decided(Share),
    /** Median distance of the centrelines, as a share of the field's diameter. */
    most_residual: decided(Share),
  }),
})

/** When two pictures of one eye are laid over each other, whatever their modality. */
export const LIMITS = (
  await readCard(join(import.meta.dirname, '../../../models/all'), 'registration', RegistrationCard)
).card.registered
