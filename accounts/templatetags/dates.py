"""Days and instants as pages and mails write them."""

from django import template

from accounts import dates

register = template.Library()
# Instants come as the block's zone has them (`{% timezone %}`): UTC where there is none.
for one in (dates.day_plain, dates.day_long, dates.instant):
    register.filter(one.__name__, one, expects_localtime=True)
register.filter("ago", dates.ago)
