/** Months counted from the year 0, so that careers can be reckoned with; `YYYY-MM` where they are written down. */
export const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

export const monthText = (month: number) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

export const yearText = (month: number) => String(Math.floor(month / 12));

export const dayInMs = 24 * 60 * 60 * 1000;
