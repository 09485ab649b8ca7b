/**
 * What one reader, no clinician, saw of the outlines that the network drew on real photographs, by the number of the
 * photograph: good, the rim within a twentieth of the breadth or so; partly, more than that off but with little sclera or lid
 * in it; wrong, with much of either.
 */
export type Reading = 'good' | 'partly' | 'wrong'

const READ: Readonly<Record<Reading, readonly number[]>> = {
  good: [
    377, 380, 402, 428, 430, 434, 439, 444, 445, 448, 452, 458, 467, 469, 474, 489, 490, 497, 501,
    509, 511, 514, 517, 521, 525, 526, 527, 529, 532, 536, 539, 542, 543, 549, 556, 559, 561, 562,
    563, 567, 568, 577, 580, 581, 586, 587, 589, 594, 603, 604, 607, 612, 617, 622, 623, 624, 625,
    629, 639, 645, 649, 653, 661, 662, 665, 666, 669, 674, 684, 685, 686,
  ],
  partly: [
    362, 365, 366, 371, 383, 389, 420, 423, 429, 449, 460, 468, 485, 493, 507, 520, 544, 545, 552,
    574, 584, 590, 599, 632, 648, 687,
  ],
  wrong: [
    374, 381, 382, 390, 394, 399, 400, 401, 408, 409, 413, 416, 461, 465, 471, 484, 605, 641, 642,
    657, 667, 671,
  ],
}

export const READINGS: Readonly<Record<string, Reading>> = Object.fromEntries(
  (Object.keys(READ) as Reading[]).flatMap((reading) =>
    READ[reading].map((id) => [String(id), reading]),
  ),
)
