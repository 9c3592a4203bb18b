// Shows times in the viewer's zone, and tells the server the zone for the next page.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const forms = {
  minute: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hour12: false, timeZoneName: "short" },
  day: { day: "numeric", month: "short", year: "numeric" },
};

export function showTimes(root = document) {
  if (zone) {
    document.cookie = `tavola-zone=${zone}; path=/; max-age=31536000; samesite=lax`;
  }
  for (const element of root.querySelectorAll("time[data-form]")) {
    const moment = new Date(element.dateTime);
    element.textContent = new Intl.DateTimeFormat("en-GB", forms[element.dataset.form]).format(moment);
  }
  for (const select of root.querySelectorAll("select[data-zone]")) {
    // A time that stands in the form already is of the zone that is chosen there.
    const times = select.form ? [...select.form.querySelectorAll("input[type=datetime-local]")] : [];
    const isChosen = times.some((input) => input.defaultValue);
    if (zone && !isChosen && [...select.options].some((option) => option.value === zone)) {
      select.value = zone;
    }
  }
}
