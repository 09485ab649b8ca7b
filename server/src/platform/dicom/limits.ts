/** The longest PDU with data that a peer may send, as it is told. */
export const PDU_BYTES = 256 * 1024
