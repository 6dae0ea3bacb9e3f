"""Days as pages and mails write them."""

from django import template

from accounts import dates

register = template.Library()
register.filter("day_plain", dates.day_plain)
register.filter("day_long", dates.day_long)
